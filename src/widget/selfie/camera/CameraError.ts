/**
 * Why there is no picture: refused by the person, the question closed, refused by the system, no camera, taken by
 * another program, forbidden to this page by its site, no https, no such API, stopped while in use, a picture under
 * 480 px, anything else.
 */
export type CameraProblem =
  | 'denied'
  | 'dismissed'
  | 'system'
  | 'missing'
  | 'busy'
  | 'blocked'
  | 'insecure'
  | 'unsupported'
  | 'lost'
  | 'small'
  | 'failed';

export class CameraError extends Error {
  override name = 'CameraError';
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(`No camera picture: ${problem}`, options);
    this.problem = problem;
  }
}
