/** Recent use of a budget, counted in slots, so that it needs little memory whatever the rate. */
export interface UsageWindow {
  add(units: number, nowMs: number): void;
  /** Units used within the window up to now, to the resolution of a slot. */
  used(nowMs: number): number;
}

const slotCount = 60;

/** Counts nothing yet. */
export const createUsageWindow = (windowMs: number): UsageWindow => {
  const slotMs = windowMs / slotCount;
  const units = new Float64Array(slotCount);
  let newest = 0;
  const advance = (nowMs: number): void => {
    const slot = Math.floor(nowMs / slotMs);
    const passed = Math.min(slotCount, slot - newest);
    for (let each = 1; each <= passed; each += 1) units[(slot - passed + each) % slotCount] = 0;
    if (slot > newest) newest = slot;
  };
  return {
    add: (added, nowMs) => {
      advance(nowMs);
      const at = newest % slotCount;
      units[at] = (units[at] ?? 0) + added;
    },
    used: (nowMs) => {
      advance(nowMs);
      return units.reduce((sum, each) => sum + each, 0);
    },
  };
};
