// 在地图上看: moves the page's map, or links to the monitor at that position.
import { EnvironmentOutlined } from '@ant-design/icons';
import { Link, useLocation } from 'react-router';
import { useSharedMessages } from './text/messages.ts';

export interface MapPosition {
  readonly lng: number;
  readonly lat: number;
}

export const MONITOR = '/manage/monitor';
const VIEW_HEIGHT_METRES = 9_000;

/** The monitor's URL for a position, viewed from above (globe/view-text.ts). */
export const monitorPageAt = ({ lng, lat }: MapPosition): string =>
  `${MONITOR}?at=${lng.toFixed(5)},${lat.toFixed(5)},${VIEW_HEIGHT_METRES},0,-90,3d`;

export function ShowOnMap(props: { readonly position: MapPosition; readonly onShowOnMap?: ((position: MapPosition) => void) | undefined }) {
  const { common } = useSharedMessages();
  const { pathname } = useLocation();
  const { position, onShowOnMap } = props;
  const content = (
    <>
      <EnvironmentOutlined aria-hidden="true" /> {common.showOnMap}
    </>
  );
  // On the monitor a link would have no effect: `onShowOnMap` must be passed in.
  if (onShowOnMap === undefined)
    return pathname === MONITOR ? null : (
      <Link className="link-button" to={monitorPageAt(position)}>
        {content}
      </Link>
    );
  return (
    <button type="button" className="link-button" onClick={() => onShowOnMap(position)}>
      {content}
    </button>
  );
}
