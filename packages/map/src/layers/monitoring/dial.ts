// The dial around a monitoring point as a material: the circle of its range, the inner circle and the scan sector, drawn by one fragment
// shader on one draped disc. Moving the sector is one number; nothing is built anew.
import { Math as CesiumMath, Color, Material } from 'cesium';
import { MONITORING_CIRCLE_METRES, MONITORING_RADIUS_METRES, SCAN_SECTOR_DEGREES } from '../../bands.ts';

const LINE = Color.fromCssColorString('#2dd4ff');
const LINE_PIXELS = 2;

const SOURCE = `
uniform vec4 color;
uniform float inner;
uniform float heading;
uniform float spread;
uniform float linePixels;
uniform bool circles;
uniform bool sector;
czm_material czm_getMaterial(czm_materialInput materialInput) {
  czm_material material = czm_getDefaultMaterial(materialInput);
  vec2 away = (materialInput.st - 0.5) * 2.0;
  float reach = length(away);
  float pixel = max(fwidth(reach), 0.00001);
  float line = linePixels * pixel;
  float alpha = 0.0;
  if (circles) {
    alpha = max(alpha, reach < 1.0 ? 0.06 : 0.0);
    alpha = max(alpha, 0.95 * (1.0 - smoothstep(line * 0.5, line, abs(reach - (1.0 - line)))));
    alpha = max(alpha, 0.95 * (1.0 - smoothstep(line * 0.5, line, abs(reach - inner))));
  }
  if (sector && reach < 1.0) {
    float turn = mod(atan(away.x, away.y) - heading, czm_twoPi);
    if (turn < spread) alpha = max(alpha, 0.38);
  }
  material.diffuse = color.rgb;
  material.alpha = alpha * color.a;
  return material;
}`;

export interface Dial {
  readonly material: Material;
  readonly turn: (headingDegrees: number) => void;
  readonly show: (parts: { readonly circles: boolean; readonly sectors: boolean }) => void;
}

export function createDial(): Dial {
  const material = new Material({
    translucent: true,
    fabric: {
      uniforms: {
        color: LINE,
        inner: MONITORING_CIRCLE_METRES / MONITORING_RADIUS_METRES,
        heading: 0,
        spread: CesiumMath.toRadians(SCAN_SECTOR_DEGREES),
        linePixels: LINE_PIXELS,
        circles: true,
        sector: true,
      },
      source: SOURCE,
    },
  });
  return {
    material,
    turn: (headingDegrees) => {
      material.uniforms.heading = CesiumMath.toRadians(headingDegrees);
    },
    show: ({ circles, sectors }) => {
      material.uniforms.circles = circles;
      material.uniforms.sector = sectors;
    },
  };
}
