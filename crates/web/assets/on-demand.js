// Fetches the second module when one of its screens is asked for.
//
// The page sends `parlor-study` from the element that a screen is to be shown in, with its path, and
// `parlor-study-left` when the screen is left. The element hears `parlor-study-missing` where the module
// cannot be fetched.

export function offerStudy() {
  let study;
  document.addEventListener("parlor-study", async ({ target, detail }) => {
    try {
      study ??= await import("./study-start.js");
    } catch (error) {
      target.dispatchEvent(new Event("parlor-study-missing"));
      throw error;
    }
    if (target.isConnected) study.show(target, detail);
  });
  document.addEventListener("parlor-study-left", () => study?.close());
}
