/* SPDX-License-Identifier: MIT
 * fonts.mjs -- makes fonts/*.woff2 and their licences anew: npm install --no-save @fontsource/marcellus@5 @fontsource-variable/figtree@5 subset-font@2 && node fonts.mjs
 *
 * The files are part of the sources, so that a build needs none of these packages. They have the letters of the languages in
 * lang/ that are written in Latin ones. The text keeps its hints: with others
 * the widths of its numerals are rounded apart. The name Marcellus is reserved by its designer, so what is cut from it has another.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const { convert } = createRequire(createRequire(import.meta.url).resolve("subset-font"))("fontverter");
const packages = join(here, "node_modules");
const marcellus = join(packages, "@fontsource/marcellus");
const figtree = join(packages, "@fontsource-variable/figtree");

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const letters = "ÄÖÜäöüßÀÂÇÉÈÊËÎÏÔÛÙàâçéèêëîïôûùÁÍÑÓÚáíñóúŒœªº";
const polish = "ĄąĆćĘęŁłŃńŚśŹźŻż";
const unused = ["STAT", "GPOS", "GSUB", "GDEF", "kern"];

/* The names of a font that its programs show: family, whole name, and the name without spaces. */
function renamed(font, name) {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = Array.from({ length: view.getUint16(4) }, (_, i) => 12 + 16 * i);
  const start = view.getUint32(tables.find((at) => font.toString("latin1", at, at + 4) === "name") + 8);

  for (let i = 0; i < view.getUint16(start + 2); i++) {
    const record = start + 6 + 12 * i;
    const from = start + view.getUint16(start + 4) + view.getUint16(record + 10);
    const text = font.subarray(from, from + view.getUint16(record + 8));
    const wide = view.getUint16(record) !== 1;
    const old = wide ? Buffer.from(text).swap16().toString("utf16le") : text.toString("latin1");
    if ([1, 3, 4, 6].includes(view.getUint16(record + 6))) {
      const next = old.replaceAll("Marcellus", name);
      (wide ? Buffer.from(next, "utf16le").swap16() : Buffer.from(next, "latin1")).copy(text);
    }
  }
  return font;
}

async function cut(to, from, text, more) {
  const font = await subset(readFileSync(from), text, { targetFormat: "truetype", ...more });
  const bytes = await convert(to === "titles" ? renamed(Buffer.from(font), "KhTitling") : font, "woff2");     /* as long as the old name */

  writeFileSync(join(here, "fonts", `${to}.woff2`), bytes);
  console.log(`${to}.woff2 ${bytes.length} bytes`);
}

const plain = [...ascii].filter((sign) => !/[\d#$%*<>@[\\\]^_`{|}~=+"]/.test(sign)).join("");
const weights = { variationAxes: { wght: { min: 400, max: 700 } } };
await cut("titles", join(marcellus, "files/marcellus-latin-400-normal.woff2"), `${plain}${letters}¿¡–’…·`, { noHinting: true, keepFeatures: [], dropTables: [...unused, "gasp", "prep"] });
await cut("text", join(figtree, "files/figtree-latin-wght-normal.woff2"), `${ascii}${letters}\u00a0¿¡«»×·–’‘“”„…−`, { ...weights, keepFeatures: ["tnum"], dropTables: ["STAT"] });
await cut("pl-text", join(figtree, "files/figtree-latin-ext-wght-normal.woff2"), polish, { ...weights, noHinting: true, keepFeatures: [], dropTables: [...unused, "gasp", "prep"] });
copyFileSync(join(marcellus, "LICENSE"), join(here, "fonts", "OFL-titles.txt"));
copyFileSync(join(figtree, "LICENSE"), join(here, "fonts", "OFL-text.txt"));
