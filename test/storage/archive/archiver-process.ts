/**
 * An archiver in a process of its own, to be killed: the database's URL, the archive and the time
 * as arguments.
 */
import { runArchiver } from '../../../storage/archive/archiver.ts';

const [url = '', directory = '', now = ''] = process.argv.slice(2);
await runArchiver({ url, directory, afterMonths: 12 }, new Date(now));
