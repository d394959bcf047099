/** How urgent work is that somebody asks for: jobs, and what jobs ask suppliers for. */

/** From the most urgent on. */
export const priorities = ['high', 'normal', 'low'] as const;

/** How urgent work is. */
export type Priority = (typeof priorities)[number];

/** The more urgent, the higher, and never 0; queues are ordered by it. */
export const urgencyOf = (priority: Priority): number => priorities.length - priorities.indexOf(priority);
