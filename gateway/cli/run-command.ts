import { reasonOf } from '../../domain/errors.ts';

/** A program of the command line. */
export interface CommandLine<Order> {
  /** As npm knows it; begins what it says of faults. */
  readonly name: string;
  readonly usage: string;
  /** Undefined, or an exception: it was called in a way that it does not have. */
  readonly parse: (args: readonly string[]) => Order | undefined;
  /** Does what was asked; resolves with the exit status. */
  readonly run: (order: Order) => Promise<number>;
}

const parsed = <Order>(parse: CommandLine<Order>['parse']): Order | undefined => {
  try {
    return parse(process.argv.slice(2));
  } catch {
    return undefined;
  }
};

/**
 * Runs the program of this process and sets its exit status: that of its work; 1 when the work
 * fails, with the reason on standard error, or when it was called wrongly, with its usage there.
 */
export const runCommand = async <Order>({ name, usage, parse, run }: CommandLine<Order>): Promise<void> => {
  const order = parsed(parse);
  if (order === undefined) {
    process.stderr.write(usage);
    process.exitCode = 1;
    return;
  }
  try {
    process.exitCode = await run(order);
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
};

/** The one file that a command line names; undefined when it names none or several. */
export const parseFile = (args: readonly string[]): string | undefined =>
  args.length === 1 && !args[0]?.startsWith('-') ? args[0] : undefined;
