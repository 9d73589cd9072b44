// The direction in which the top of the phone points, from its compass.
import { useCallback, useEffect, useState } from 'react';

/** Safari's non-standard field: degrees clockwise from north. */
interface Oriented extends DeviceOrientationEvent {
  readonly webkitCompassHeading?: number;
}
interface OrientationPermission {
  /** Safari provides the compass only after a permission request, triggered by a tap. */
  readonly requestPermission?: () => Promise<'granted' | 'denied'>;
}

interface Heading {
  /** Degrees clockwise from north; null: no compass, or not allowed yet. */
  readonly degrees: number | null;
  /** Requests the permission; null: no request is needed. */
  readonly ask: (() => void) | null;
}

/** W3C Device Orientation: alpha is measured counter-clockwise from north where it is absolute. */
export function headingOf({
  absolute,
  alpha,
  webkitCompassHeading,
}: Pick<Oriented, 'absolute' | 'alpha' | 'webkitCompassHeading'>): number | null {
  if (typeof webkitCompassHeading === 'number') return webkitCompassHeading;
  return absolute && alpha !== null ? (360 - alpha) % 360 : null;
}

export function useHeading(): Heading {
  const [degrees, setDegrees] = useState<number | null>(null);
  const permission = typeof DeviceOrientationEvent === 'undefined' ? {} : (DeviceOrientationEvent as unknown as OrientationPermission);
  const [isAllowed, setAllowed] = useState(permission.requestPermission === undefined);
  useEffect(() => {
    if (!isAllowed) return;
    const turned = (event: Event) => {
      const heading = headingOf(event as Oriented);
      // Rounded to whole degrees, because the reading fluctuates.
      if (heading !== null) setDegrees(Math.round(heading));
    };
    const names = ['deviceorientationabsolute', 'deviceorientation'] as const;
    for (const name of names) window.addEventListener(name, turned);
    return () => {
      for (const name of names) window.removeEventListener(name, turned);
    };
  }, [isAllowed]);
  const { requestPermission } = permission;
  const ask = useCallback(() => {
    // After a refusal the arrow is drawn with north up.
    requestPermission?.().then(
      (answer) => setAllowed(answer === 'granted'),
      () => undefined,
    );
  }, [requestPermission]);
  return { degrees, ask: isAllowed ? null : ask };
}
