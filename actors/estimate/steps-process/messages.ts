/** What goes between the service and the process in which the steps of estimates are made. */
import type { EstimateDraft } from '../../../domain/estimate/draft.ts';
import type { NumberedLine } from '../../../domain/estimate/look-up.ts';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import type { EstimateTask } from '../../../domain/estimate/ports.ts';
import type { LineResolution } from '../../../domain/estimate/resolution.ts';
import type { TelemetryContext } from '../../../telemetry/context.ts';
import type { SourceParsed } from '../parse-source.ts';
import type { Fault } from './fault.ts';

/** A step, as it is asked for. */
export type StepRequest =
  | { readonly kind: 'parse'; readonly estimate: EstimateTask }
  | { readonly kind: 'resolve'; readonly estimate: EstimateTask; readonly lines: readonly NumberedLine[] }
  | { readonly kind: 'find_alternates'; readonly estimate: EstimateTask; readonly draft: EstimateDraft }
  | {
      readonly kind: 'choose';
      readonly estimate: EstimateTask;
      readonly draft: EstimateDraft;
      /** Whether somebody wants to know of better baskets before the last. */
      readonly isShown: boolean;
    };

/** What the process is told; `step` is the number under which the step was asked for. */
export type StepCommand =
  | {
      readonly kind: 'ask';
      readonly step: number;
      readonly asked: StepRequest;
      /** What the step is known by, so that its log lines name its request. */
      readonly context: TelemetryContext | undefined;
    }
  | { readonly kind: 'abort'; readonly step: number }
  /** The fate of the latest better basket; left out: it is stored. */
  | { readonly kind: 'published'; readonly step: number; readonly fault?: Fault }
  /** There is nothing more to do. */
  | { readonly kind: 'close' };

/** How a step ended. */
export type StepEnd =
  | { readonly kind: 'parsed'; readonly source: SourceParsed }
  | { readonly kind: 'resolved'; readonly resolutions: readonly LineResolution[] }
  | { readonly kind: 'alternates_found'; readonly draft: EstimateDraft }
  | { readonly kind: 'chosen'; readonly outcome: EstimateOutcome }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** The events that the process sends. */
export type StepEvent =
  | { readonly kind: 'better'; readonly step: number; readonly outcome: EstimateOutcome }
  | { readonly kind: 'ended'; readonly step: number; readonly end: StepEnd };
