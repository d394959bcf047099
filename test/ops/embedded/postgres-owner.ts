/**
 * A stand-in for the service: starts the embedded server on the folder given, says so in one line
 * of JSON, and stays.
 */
import { startEmbeddedPostgres } from '../../../ops/embedded/postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const { url, pid } = await startEmbeddedPostgres({ dataDir });
process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
