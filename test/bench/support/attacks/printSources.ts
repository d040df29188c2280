import type { Photograph } from './Photograph.ts';
import type { Pose } from './Pose.ts';
import type { Source } from './warped.ts';

/** A flat print that is held before a camera, turned about its middle; seen from 900 pixels away. */
export function tilted({ face }: Photograph, { yaw, pitch }: Pose): Source {
  const distance = 900;
  const [sy, cy] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))];
  const [sp, cp] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))];
  // The ray through a pixel meets the plane that is spanned by (cy, 0, -sy) and (-sy sp, cp, -cy sp).
  const normal = [sy * cp, sp, cy * cp] as const;
  return (x, y) => {
    const [dx, dy] = [(x - face.x) / distance, (y - face.y) / distance];
    const t = (distance * normal[2]) / (normal[0] * dx + normal[1] * dy + normal[2]);
    const [px, py, pz] = [dx * t, dy * t, t - distance];
    return [face.x + cy * px - sy * pz, face.y - sy * sp * px + cp * py - cy * sp * pz];
  };
}

/** A print bent around an upright and a level cylinder, which is rolled on. */
export function bent({ face }: Photograph, { yaw, pitch }: Pose): Source {
  const radius = 0.75 * face.width;
  const along = (place: number, degrees: number) => {
    if (Math.abs(degrees) < 0.01) return place;
    // So much bent as it is turned: flat at rest.
    const bend = Math.min(1, Math.abs(degrees) / 12);
    const rolled = radius * (Math.asin(clamped(place / radius)) - radians(degrees));
    return place + bend * (rolled - place);
  };
  return (x, y) => [face.x + along(x - face.x, yaw), face.y + along(y - face.y, -pitch)];
}

/** The middle of the face is drawn aside over its outline, in two dimensions, and the lids over the eyes. */
export function stretched({ face, landmarks }: Photograph, { yaw, pitch, blink }: Pose): Source {
  const [reachX, reachY] = [0.62 * face.width, 0.75 * face.width];
  const [shiftX, shiftY] = [
    0.35 * Math.sin(radians(yaw)) * face.width,
    -0.35 * Math.sin(radians(pitch)) * face.width,
  ];
  const lids = lidSources(landmarks, blink);
  return (x, y) => {
    const far = Math.hypot((x - face.x - shiftX) / reachX, (y - face.y - shiftY) / reachY);
    const share = far < 1 ? Math.cos((far * Math.PI) / 2) ** 2 : 0;
    return lids(x - share * shiftX, y - share * shiftY);
  };
}

/** Upper lids drawn down over the eyes. */
export function lidSources(landmarks: Photograph['landmarks'], blink: number): Source {
  const eyes = [
    [33, 133, 159, 145],
    [263, 362, 386, 374],
  ].map((four) => {
    const [a, b, top, bottom] = four.map((n) => [landmarks[3 * n]!, landmarks[3 * n + 1]!] as const);
    const radius = 0.75 * Math.hypot(a![0] - b![0], a![1] - b![1]);
    return { x: (a![0] + b![0]) / 2, y: (a![1] + b![1]) / 2, radius, drop: blink * (bottom![1] - top![1]) };
  });
  return (x, y) => {
    let down = 0;
    for (const eye of eyes) {
      const far = Math.hypot(x - eye.x, 1.4 * (y - eye.y)) / eye.radius;
      if (far < 1) down = eye.drop * Math.cos((far * Math.PI) / 2);
    }
    return [x, y - down];
  };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function clamped(value: number): number {
  return Math.max(-0.999, Math.min(0.999, value));
}
