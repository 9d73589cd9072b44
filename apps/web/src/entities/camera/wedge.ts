/** As SVG wants it: a pie slice around a centre, its middle at `azimuth` clockwise from above. Degrees; a full circle is drawn a hair short. */
export function wedgePath(centre: number, radius: number, azimuth: number, field: number): string {
  const half = Math.min(field, 359.9) / 2;
  const at = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${round(centre + radius * Math.sin(angle))} ${round(centre - radius * Math.cos(angle))}`;
  };
  return `M ${centre} ${centre} L ${at(azimuth - half)} A ${radius} ${radius} 0 ${half > 90 ? 1 : 0} 1 ${at(azimuth + half)} Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
