// Shows the table that the address asks for before the program is there that plays it.
//
// `index.html` has a template with the page of each game as it begins; the build puts them there. This
// script runs before anything is painted. It cannot know what was left at a table: where a game is kept,
// its board is shown without stones and words. What is shown here does nothing; the program takes its place.

function showOpening() {
  const [, game, computer] = location.hash.match(/^#\/?([^/]*)(\/computer)?\/?$/) ?? [];
  const page = document.getElementById(`opening-${game}`)?.content.firstElementChild;
  if (!page) return;
  // Who plays against the computer, and on which side, is not known here either.
  const kept = computer || read(`parlor.table.${game}`);
  const settings = read("parlor.settings") ?? "";
  const wanted = (name) => settings.match(new RegExp(`^${name} (.*)$`, "m"))?.[1];

  // The content security policy allows no style in markup; here it is a script of ours that sets it.
  for (const element of page.querySelectorAll("[data-style]")) {
    element.style.cssText = element.dataset.style;
  }
  if (kept) {
    for (const part of page.querySelectorAll("[data-kept]")) empty(part);
  }
  const table = page.querySelector(".table-page").classList;
  table.toggle("bigger-counts", wanted("bigger-counts") === "true");
  if (wanted("two-step")) table.toggle("in-two-steps", wanted("two-step") === "true");

  const root = document.documentElement;
  root.dataset.look = wanted(`look ${game}`) ?? page.dataset.look;
  root.dataset.opening = game;
  document.getElementById("opening").append(page);
}

function empty(part) {
  if (part.matches(".stone")) part.remove();
  else if (part.matches("input")) part.value = "";
  else part.textContent = "\u00a0";
}

// Some browsers keep nothing and say so by an error.
function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

showOpening();
