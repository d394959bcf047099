/** Work that is done again and again. */
interface PeriodicWork {
  /** From the end of one time to the start of the next. */
  readonly everyMs: number;
  /** Whether the first time is now; left out: after an interval. */
  readonly isDueNow?: boolean;
  readonly work: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Does the work again and again, an interval apart, never twice at once, whatever fails. `stop` waits for what is under way. */
export const startPeriodic = ({
  everyMs,
  isDueNow = false,
  work,
  onError,
}: PeriodicWork): { readonly stop: () => Promise<void> } => {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const plan = (waitMs = everyMs) => setTimeout(() => (running = once()), waitMs);
  const once = async (): Promise<void> => {
    await work().catch(onError);
    if (!isStopped) timer = plan();
  };
  let timer = plan(isDueNow ? 0 : everyMs);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
