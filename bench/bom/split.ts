import { createHash } from 'node:crypto';

/**
 * The parts of a folder's projects. `development` is what the reader was made with, `held-back` is
 * the third that it is judged by. Half of that third, `opened`, has been looked at since; of the
 * other half, `unseen`, nobody has read a miss.
 */
export const parts = ['development', 'held-back', 'opened', 'unseen', 'all'] as const;

/** A part of the projects. */
export type Part = (typeof parts)[number];

/** One project in so many is held back. */
const heldBackEvery = 3;

/** The hash of a project decides its part, so that no file moves when others are added. */
const hashOf = (project: string): Buffer => createHash('sha256').update(project.toLowerCase()).digest();

/** Whether a project belongs to a part. */
export const isInPart = (project: string, part: Part): boolean => {
  const hash = hashOf(project);
  const isHeldBack = hash.readUInt32BE(0) % heldBackEvery === 0;
  const isOpened = hash.readUInt32BE(4) % 2 === 0;
  const is: Readonly<Record<Part, boolean>> = {
    development: !isHeldBack,
    'held-back': isHeldBack,
    opened: isHeldBack && isOpened,
    unseen: isHeldBack && !isOpened,
    all: true,
  };
  return is[part];
};
