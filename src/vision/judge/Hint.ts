import type { Step } from './Step.ts';

/** What the page tells the person, one thing at a time. Left and right are the person's own. */
export type Hint =
  | 'no_face'
  | 'several_faces'
  | 'move_closer'
  | 'move_back'
  | 'move_left'
  | 'move_right'
  | 'move_up'
  | 'move_down'
  | 'more_light'
  | 'too_bright'
  | 'hold_still'
  | 'look_straight'
  | Exclude<Step, 'center'>;
