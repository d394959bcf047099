/** Reads a stream of server-sent events to its end: the data of each event, parsed. Throws for an answer that is none. */
export const watchToEnd = async (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> => {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const text = await answer.text();
  return text
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
};
