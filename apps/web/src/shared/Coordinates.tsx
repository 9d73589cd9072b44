// The coordinates of a position as every popup shows them (specification §9).
import './pieces.css';
import { coordinateTexts, type LngLat } from './text/position-text.ts';

export const Coordinates = ({ position }: { readonly position: LngLat }) => (
  <span className="coordinates tabular">
    {coordinateTexts(position).map((text) => (
      <span key={text}>{text}</span>
    ))}
  </span>
);
