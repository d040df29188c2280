/** How a head is to look: degrees towards the person's own left and up, and how far the eyes are shut, 0 to 1. */
export interface Pose {
  yaw: number;
  pitch: number;
  blink: number;
}
