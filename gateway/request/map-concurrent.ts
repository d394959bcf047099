/**
 * Works on many items at a time and gives the results in the order of the items.
 *
 * Items are taken as they come while fewer than `atOnce` are under way, counting those whose
 * results wait to be taken; so a slow taker holds up the source, and memory holds no more than
 * that. Results are given as soon as all before them are. The first result or source that fails
 * ends it with that error, after the results before it; what is still under way is left to itself.
 * When the taker stops, so does the source.
 */
export async function* mapConcurrentInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Result | Promise<Result>,
  atOnce: number,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const underWay: (Result | Promise<Result>)[] = [];
  let end: { readonly error?: unknown } | undefined;
  let isStopped = false;
  let wakeTaker = (): void => undefined;
  let wakeReader = (): void => undefined;

  const begin = (item: Item): void => {
    const result = work(item);
    // Its failure is told when its turn comes, which may be never.
    if (result instanceof Promise) result.catch(() => undefined);
    underWay.push(result);
    wakeTaker();
  };
  const read = async (): Promise<void> => {
    try {
      for (;;) {
        while (underWay.length >= atOnce && !isStopped) await new Promise<void>((wake) => (wakeReader = wake));
        if (isStopped) return;
        const next = await source.next();
        if (next.done) break;
        if (isStopped) return;
        begin(next.value);
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    wakeTaker();
  };

  void read();
  try {
    for (;;) {
      while (underWay.length > 0) {
        const [head] = underWay as [Result | Promise<Result>];
        yield head instanceof Promise ? await head : head;
        underWay.shift();
        wakeReader();
      }
      if (end !== undefined) break;
      await new Promise<void>((wake) => (wakeTaker = wake));
    }
  } finally {
    isStopped = true;
    wakeReader();
    // Not awaited: a source that waits for its next item stops when that comes.
    source.return?.().catch(() => undefined);
  }
  if ('error' in end) throw end.error;
}
