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

/** Whether somebody asks how a program is called. */
export const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
};

type Parsed<Order> = { readonly order: Order } | { readonly fault: string };

const parsed = <Order>(parse: CommandLine<Order>['parse'], args: readonly string[]): Parsed<Order> => {
  try {
    const order = parse(args);
    return order === undefined ? { fault: 'it is not called like this' } : { order };
  } catch (error) {
    // The name of the option that is unknown or wrong, without advice on quoting.
    return { fault: reasonOf(error).split('. ')[0] ?? '' };
  }
};

/**
 * Runs the program of this process and sets its exit status: that of its work; 1 when the work
 * fails, with the reason on standard error, or when it was called wrongly, with its usage there;
 * 0 with the usage on standard output for whoever asks for help.
 */
export const runCommand = async <Order>({ name, usage, parse, run }: CommandLine<Order>): Promise<void> => {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    process.stdout.write(usage);
    return;
  }
  const told = parsed(parse, args);
  if ('fault' in told) {
    process.stderr.write(`${name}: ${told.fault}\n${usage}`);
    process.exitCode = 1;
    return;
  }
  try {
    process.exitCode = await run(told.order);
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
};

/** The one file that a command line names; undefined when it names none or several. */
export const parseFile = (args: readonly string[]): string | undefined =>
  args.length === 1 && !args[0]?.startsWith('-') ? args[0] : undefined;
