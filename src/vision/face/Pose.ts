/**
 * How a head is turned, in degrees. yaw > 0: towards the person's left (the right of an unmirrored picture);
 * pitch > 0: up; roll > 0: towards the person's left shoulder (clockwise in the picture).
 */
export interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
}
