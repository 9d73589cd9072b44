// A place: clicked on the map, or typed as coordinates.
import { AimOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import { PlaceText } from '../shared/PlaceText.tsx';
import { useHighlight } from './highlight-part.ts';
import { useGlobeMessages } from './messages.ts';
import { type MapPoint, usePlaceTaking } from './place-taking.ts';

interface Props {
  readonly id?: string;
  readonly value?: MapPoint | null;
  readonly onChange?: (place: MapPoint | null) => void;
  readonly label: string;
}

export function PointField({ id, value, onChange, label }: Props) {
  const { point: messages } = useGlobeMessages();
  const highlight = useHighlight();
  const { take, setTake } = usePlaceTaking();
  useEffect(() => () => setTake(null), [setTake]);
  const pick = () =>
    setTake(
      take === null
        ? (place) => {
            setTake(null);
            onChange?.(place);
            highlight({ ...place, label: messages.mark });
          }
        : null,
    );
  return (
    <div>
      <div className="tab-line line">
        <PlaceText {...(id !== undefined && { id })} value={value ?? null} {...(onChange && { onChange })} label={label} />
        <Button icon={<AimOutlined />} type={take ? 'primary' : 'default'} aria-pressed={take !== null} onClick={pick}>
          {take ? messages.stop : messages.pick}
        </Button>
      </div>
      {take && (
        <p className="second" role="status">
          {messages.picking}
        </p>
      )}
    </div>
  );
}
