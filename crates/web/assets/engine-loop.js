// Runs inside an engine's worker: hands the engine each question from the page.
//
// The first message is the module that the question comes from, compiled: the engine is in it. The engine
// thinks in short steps; between two of them a newer question gets its turn.

export function answer({ ask, initSync, think }) {
  let asked = 0;
  self.addEventListener("message", async ({ data }) => {
    if (data instanceof WebAssembly.Module) {
      initSync({ module: data });
      return;
    }
    const number = ++asked;
    ask(data);
    for (let answer = think(); answer !== undefined; answer = think()) {
      self.postMessage(answer);
      await new Promise((resume) => setTimeout(resume));
      if (number !== asked) return;
    }
  });
}
