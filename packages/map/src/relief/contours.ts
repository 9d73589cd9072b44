// Contour lines as a material of the globe: drawn by the graphics card from the height of the mesh itself, so that they are sharp at every
// distance, the same in 2D, 3D and Columbus view, and lie over whatever picture the ground has.
import { Color, Material } from 'cesium';

/** Height changes by less across a pixel: flat water and flat fields have no lines, whatever their height. */
const SHADER = `
czm_material czm_getMaterial(czm_materialInput materialInput)
{
  czm_material material = czm_getDefaultMaterial(materialInput);
  float height = materialInput.height;
  float rate = fwidth(height);
  float steps = height / spacing;
  float away = abs(steps - floor(steps + 0.5)) * spacing / max(rate, 0.0001);
  float fifth = abs(steps / 5.0 - floor(steps / 5.0 + 0.5)) < 0.1 ? 1.0 : 0.0;
  float halfWidth = mix(0.5, 1.0, fifth);
  float line = 1.0 - smoothstep(halfWidth, halfWidth + 0.9, away);
  float isGround = step(0.5 * spacing, height) * step(0.001, rate) * (1.0 - step(0.5 * spacing, rate));
  material.diffuse = color.rgb;
  material.alpha = color.a * mix(0.6, 1.0, fifth) * line * isGround;
  return material;
}`;

const COLOUR = '#e8d9b0';

export function contourMaterial(spacingMetres: number): Material {
  return new Material({
    fabric: {
      type: 'LookoutContours',
      uniforms: { spacing: spacingMetres, color: Color.fromCssColorString(COLOUR).withAlpha(0.55) },
      source: SHADER,
    },
    translucent: false,
  });
}
