/** `npm run bench:page`: writes `docs/performance.md` and its pictures of what was measured. */
import { mkdir, writeFile } from 'node:fs/promises';
import { curvePicture } from './curve-picture.ts';
import { curvesOf, performancePage, pictureOf } from './performance-page.ts';
import { readResults } from './results.ts';

const docs = new URL('../../docs/', import.meta.url);
const results = await readResults();
await mkdir(new URL('pictures/', docs), { recursive: true });
await writeFile(new URL('performance.md', docs), performancePage(results));
for (const curve of curvesOf(results)) await writeFile(new URL(pictureOf(curve.name), docs), curvePicture(curve));
