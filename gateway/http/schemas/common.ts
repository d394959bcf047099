import { z } from '@hono/zod-openapi';

/** Schemas that several answers share, as the OpenAPI document names them. */

/** An instant as JSON has it: RFC 3339 in UTC. */
export const instant = (description?: string) =>
  z.iso
    .datetime()
    .openapi({ ...(description && { description }), format: 'date-time', example: '2026-03-01T11:42:00.000Z' });

/**
 * The first instant that has a year, and the last whose year has four digits: both wires, both
 * stores and JSON hold them.
 */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant that a caller names, with any offset. */
export const givenInstant = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine(
    (text) => {
      const at = Date.parse(text);
      return at >= firstInstant && at <= lastInstant;
    },
    { error },
  );

/** A decimal number as text, exact to the last digit. */
export const decimal = (description: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .openapi({ description, example: '12.045' });
