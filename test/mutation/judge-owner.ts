/** `judge-owner.ts ROOT TMPDIR FILE TEXT TEST`: asks one question; a test kills it meanwhile. */
import { createJudge } from './judge.ts';

const [root = '', tmpdir = '', file = '', text = '', test = ''] = process.argv.slice(2);
process.env.TMPDIR = tmpdir;
await createJudge(root).try({ file, text, tests: [test] });
