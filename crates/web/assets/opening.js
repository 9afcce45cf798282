// Shows the page that the address asks for, a table or the front room, before the program is there.
//
// `index.html` has a template with the front room and with the page of each game as it begins; the build
// puts them there. This script runs before anything is painted. It cannot know what was left at a table:
// where a game is kept, its board is shown without stones and words, and the front room without its cards,
// because those to go on with stand above them. What is shown here does nothing; the program takes its place.

function showOpening() {
  const asked = location.hash.match(/^#?\/?([^/]*)(\/computer)?\/?$/);
  if (!asked || (!asked[1] && hasKeptTables())) return;
  const [, game, computer] = asked;
  const name = game || "front-room";
  const page = document.getElementById(`opening-${name}`)?.content.firstElementChild;
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
  const table = page.querySelector(".table-page")?.classList;
  table?.toggle("bigger-counts", wanted("bigger-counts") === "true");
  if (wanted("two-step")) table?.toggle("in-two-steps", wanted("two-step") === "true");

  const root = document.documentElement;
  root.dataset.look = wanted(`look ${game}`) ?? page.dataset.look;
  root.dataset.opening = name;
  document.getElementById("opening").append(page);
}

function empty(part) {
  if (part.matches(".stone")) part.remove();
  else if (part.matches("input")) part.value = "";
  else part.textContent = "\u00a0";
}

function hasKeptTables() {
  try {
    return Object.keys(localStorage).some((name) => /^parlor\.(table|seats)/.test(name));
  } catch {
    return false;
  }
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
