/** One picture of the test face. Defaults: looking straight ahead, at the usual distance, in good light. */
export interface TestFaceFrame {
  /** Degrees, with the signs of `Pose`: the face's own left, up, towards its left shoulder. */
  yaw?: number;
  pitch?: number;
  roll?: number;
  /** 0 open, 1 shut. */
  blink?: number;
  /** Degrees by which the eyes look away from the camera: to the face's own left, up. */
  gazeYaw?: number;
  gazePitch?: number;
  /** Lift of the shoulders by a breath, in cm. */
  breath?: number;
  /** Distance from camera to face in cm, 25 to 150; at 48 the face fills the oval. */
  distance?: number;
  /** Offset of the face in cm: towards its own left, up. */
  x?: number;
  y?: number;
  /** Brightness of the room: 1 is good light, 0.2 too dark, 2 too bright. */
  light?: number;
  /** Direction of the light: -1 the face's right, 0 the front, 1 its left. */
  side?: number;
}
