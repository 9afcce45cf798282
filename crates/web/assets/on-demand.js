// Fetches the second module when one of its screens is asked for, when a match is to be saved as a file, and
// when a file is dropped on the page.
//
// The page sends `parlor-study` from the element that a screen is to be shown in, with its path, and
// `parlor-study-left` when the screen is left. It sends `parlor-save` from a button, with the log of a table;
// the button hears `parlor-saved`. The element hears `parlor-study-missing` where the module cannot be
// fetched.

export function offerStudy() {
  let study;
  const fetched = async (target, use) => {
    try {
      study ??= await import("./study-start.js");
    } catch (error) {
      target.dispatchEvent(new Event("parlor-study-missing"));
      throw error;
    }
    use();
  };
  document.addEventListener("parlor-study", ({ target, detail }) =>
    fetched(target, () => target.isConnected && study.show(target, detail)));
  document.addEventListener("parlor-study-left", () => study?.close());
  document.addEventListener("parlor-save", ({ target, detail }) =>
    fetched(target, () => {
      study.save(detail);
      target.dispatchEvent(new Event("parlor-saved"));
    }));

  // The second module says where a file goes that is dragged over the page, and opens it. Where it cannot be
  // fetched, the page says so in the place of its screens.
  let isOver;
  const drag = (over) => {
    isOver = over;
    fetched(document, () => study.drag(isOver)).catch(() => {});
  };
  const onFile = (kind, act) => addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    act?.(event);
  });
  onFile("dragenter", () => drag(true));
  onFile("dragover");
  onFile("dragleave", ({ relatedTarget }) => relatedTarget ?? drag(false));
  onFile("drop", ({ dataTransfer: { files: [file] } }) => {
    drag(false);
    fetched(document, () => file && study.openFile(file)).catch(() => { location.hash = "#/statistics"; });
  });
}
