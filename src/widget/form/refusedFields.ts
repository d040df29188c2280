import { IdvApiError } from '../../client/errors.ts';
import type { FieldProblem } from './FieldProblem.ts';
import type { FormPort } from './FormPort.ts';
import { problemOf } from './judgeDetails.ts';
import { readDetails } from './readDetails.ts';

/** The fields that the service refused; none if something else went wrong. */
export function refusedFields({ typed, fields }: FormPort, error: unknown): FieldProblem[] {
  if (!(error instanceof IdvApiError)) return [];
  const details = readDetails(typed, fields);
  return error.errors.map((refusal) => problemOf(refusal, details, typed));
}
