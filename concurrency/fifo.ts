/** How many places at the front may be empty before they are given up. */
const maxEmpty = 1_024;

/** First in, first out. Unlike that of an array, `shift` costs the same however many wait. */
export class Fifo<Item> {
  private items: (Item | undefined)[] = [];
  private at = 0;

  /** How many wait. */
  get length(): number {
    return this.items.length - this.at;
  }

  /** The oldest; undefined where none waits. */
  get first(): Item | undefined {
    return this.items[this.at];
  }

  push(item: Item): void {
    this.items.push(item);
  }

  shift(): Item | undefined {
    const item = this.items[this.at];
    if (item === undefined) return undefined;
    this.items[this.at] = undefined;
    this.at += 1;
    if (this.at > maxEmpty && this.at * 2 > this.items.length) {
      this.items = this.items.slice(this.at);
      this.at = 0;
    }
    return item;
  }
}
