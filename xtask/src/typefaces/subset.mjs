// Cuts a typeface down to the characters that the app writes with.
//
//   node subset.mjs FOLDER FROM TO
//
// FOLDER has the package `subset-font` in its `node_modules`; FROM is a typeface, and TO gets what is left
// of it.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, from, to] = process.argv.slice(2);
const subset = createRequire(`${folder}/`)("subset-font");

// Letters and the signs that stand in our sentences. Names in other letters are written with the system's
// own type, and so are figures: those are tabular everywhere, and would be a third of the file.
const letters = "abcdefghijklmnopqrstuvwxyz";
const signs = " .,:;!?'\"’“”-–—…()&·\u00a0";

const font = await subset(readFileSync(from), letters + letters.toUpperCase() + signs, {
  targetFormat: "woff2",
  noHinting: true,
  keepFeatures: ["kern"],
  // Copyright and licence stay in the file.
  preserveNameIds: [0, 13, 14],
});
writeFileSync(to, font);
