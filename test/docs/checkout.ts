import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** What a command may write into, so that it is copied; everything else is linked. */
const copied = new Set(['clients', 'examples', 'plugin-kit']);
const leftOut = new Set(['.git', 'data']);

/** Files of a reader, as the pages name them. */
const files: Readonly<Record<string, string>> = {
  'parts.csv': 'manufacturer,mpn,description\nAcme,AC1000,A part of our own\n',
  'aliases.csv': 'alias,manufacturer\nAcme Inc,Acme\n',
  'eurofxref-daily.xml': `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope
 xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
<Cube><Cube time="2026-03-02"><Cube currency="USD" rate="1.0810"/><Cube currency="GBP" rate="0.8400"/></Cube></Cube>
</gesmes:Envelope>`,
};

/** Makes a folder that is a checkout to those who run commands in it. */
export const makeCheckout = async (root: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(root)) {
    if (leftOut.has(name)) continue;
    if (copied.has(name))
      await cp(join(root, name), join(folder, name), {
        recursive: true,
        filter: (from) => basename(from) !== 'node_modules' && basename(from) !== 'dist',
      });
    else await symlink(join(root, name), join(folder, name));
  }
  await mkdir(join(folder, 'DIR/ours'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
};
