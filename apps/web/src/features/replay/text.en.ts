// The same words in English.
import type { ReplayWords } from './text.zh-CN.ts';

export const replayEn: ReplayWords = {
  title: 'Video',
  tree: {
    title: 'Cameras',
    search: 'Find by camera, point or grid',
    online: (online, total) => `${online}/${total} online`,
    online1: 'Online',
    put: (name) => `Click, or drag to a tile: ${name}`,
    none: 'No camera matches',
    empty: 'No cameras in this grid',
    emptyHint: 'Register them in the camera setup.',
  },
  wall: {
    title: 'Video wall',
    layout: 'Tiles',
    count: (count) => (count === 1 ? '1 tile' : `${count} tiles`),
    hint: 'Click a camera on the left, or drag it to a tile; double click enlarges',
    enlargedHint: 'Enlarged; double click or Esc goes back',
    tile: (number) => `Tile ${number}`,
    empty: 'Choose a camera on the left',
    gone: 'This camera is no longer listed',
    clear: (number) => `Close tile ${number}`,
    clearAll: 'Close all',
  },
};
