/** Values that are forgotten after a while. */
export interface ExpiringMap<Value> {
  get(key: string, nowMs: number): Value | undefined;
  set(key: string, value: Value, nowMs: number): void;
  delete(key: string): void;
  deleteWhere(isGone: (value: Value) => boolean): void;
}

/** Values that are forgotten after `ttlMs`, and oldest first beyond `capacity`. */
export const createExpiringMap = <Value>(capacity: number, ttlMs: number): ExpiringMap<Value> => {
  const entries = new Map<string, { value: Value; expiresAtMs: number }>();
  return {
    get: (key, nowMs) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.expiresAtMs > nowMs) return entry?.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value, nowMs) => {
      entries.delete(key);
      entries.set(key, { value, expiresAtMs: nowMs + ttlMs });
      const oldest = entries.keys().next();
      if (entries.size > capacity && !oldest.done) entries.delete(oldest.value);
    },
    delete: (key) => void entries.delete(key),
    deleteWhere: (isGone) => {
      for (const [key, { value }] of entries) if (isGone(value)) entries.delete(key);
    },
  };
};
