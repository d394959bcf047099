/**
 * What every process that a test starts is given. Where the run keeps compiled code
 * (`vitest.config.ts`) the process uses it: a start with it takes a third of the time, whatever
 * data folder the process has.
 */
export const childEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
