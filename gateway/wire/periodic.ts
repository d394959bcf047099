/** Work that is done again and again. */
interface PeriodicWork {
  /** From the end of one time to the start of the next. */
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Does the work after each interval, never twice at once, whatever fails. `stop` waits for what is under way. */
export const startPeriodic = ({ everyMs, work, onError }: PeriodicWork): { readonly stop: () => Promise<void> } => {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const plan = () => setTimeout(() => (running = once()), everyMs);
  const once = async (): Promise<void> => {
    await work().catch(onError);
    if (!isStopped) timer = plan();
  };
  let timer = plan();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
