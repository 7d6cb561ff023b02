// What is edited goes to the server after a pause. The newest answer counts, none once the page is left, and whoever needs the
// position waits until the last change was answered.

const PAUSE = 300; // milliseconds after the last change

/** Asks the server; what it answers counts only as long as `counts` says so. */
type Check = (position: object, counts: () => boolean) => Promise<void>;

export class Edits {
  private waiting: object | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private underWay: Promise<void> = Promise.resolve();

  constructor(private readonly check: Check) {}

  change(position: object): void {
    this.waiting = position;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), PAUSE);
  }

  /** Until the server has answered the last change. */
  async settled(): Promise<void> {
    while (this.waiting) {
      this.send();
      await this.underWay;
    }
    await this.underWay;
  }

  close(): void {
    clearTimeout(this.timer);
    this.waiting = null;
    this.asked += 1;
  }

  private send(): void {
    clearTimeout(this.timer);
    if (!this.waiting) return;
    const [position, mine] = [this.waiting, ++this.asked];
    this.waiting = null;
    this.underWay = this.check(position, () => mine === this.asked);
  }
}
