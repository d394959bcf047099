import { createHash } from 'node:crypto';

/** The parts of a folder's projects: what the reader may be tuned on, and what it is judged by. */
export const parts = ['development', 'held-back', 'all'] as const;

/** A part of the projects. */
export type Part = (typeof parts)[number];

/** One project in so many is held back. */
const heldBackEvery = 3;

/** The hash of a project decides its part, so that no file moves when others are added. */
const isHeldBack = (project: string): boolean =>
  createHash('sha256').update(project.toLowerCase()).digest().readUInt32BE(0) % heldBackEvery === 0;

/** Whether a project belongs to a part. */
export const isInPart = (project: string, part: Part): boolean =>
  part === 'all' || isHeldBack(project) === (part === 'held-back');
