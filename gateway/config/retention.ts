import { text, type ValuesOf, wholeNumber } from './config-values.ts';

/** How long records and events are kept where. */
export const retentionVariables = {
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500)
    .optional()
    .describe('Days that audit records are kept; older ones are taken away once a day. Left out: for ever.'),
  ARCHIVE_DIRECTORY: text()
    .optional()
    .describe(
      'Folder that old events are moved to, the same one for every process with the role `worker`. Left out: they stay in the database.',
    ),
  ARCHIVE_AFTER_MONTHS: wholeNumber(1, 1_200)
    .prefault('13')
    .describe('A month of events is moved when all of it is so many months old. Needs `ARCHIVE_DIRECTORY`.'),
};

/** What is kept, as its variables have it. */
export const retentionSettings = (given: ValuesOf<typeof retentionVariables>) => ({
  /** Undefined: for ever. */
  auditRetentionDays: given.AUDIT_RETENTION_DAYS,
  /** Undefined: events stay in the database. */
  archive:
    given.ARCHIVE_DIRECTORY === undefined
      ? undefined
      : { directory: given.ARCHIVE_DIRECTORY, afterMonths: given.ARCHIVE_AFTER_MONTHS },
});
