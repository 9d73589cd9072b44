// 在办任务: people on their way, below the fires in progress; folded until somebody looks.
import { DownOutlined, FlagOutlined, UpOutlined } from '@ant-design/icons';
import { isInHand } from '@lookout/domain';
import { useState } from 'react';
import { OpenTasks } from '../../../entities/task/TaskLists.tsx';
import { taskRecords } from '../../../entities/task/task-records.ts';
import { useGlobeRoom } from '../../../globe/use-globe-room.ts';
import { useRecords } from '../../../shared/services.ts';
import { useAnswerMessages } from './messages.ts';

export function TasksInHand() {
  const { tasks: messages } = useAnswerMessages();
  const room = useGlobeRoom();
  const count = useRecords(taskRecords).filter(isInHand).length;
  const [open, setOpen] = useState(false);
  const show = ({ lng, lat }: { readonly lng: number; readonly lat: number }) => {
    const state = room.state();
    if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
  };
  return (
    <section className="burning" aria-label={messages.title}>
      <h2>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <FlagOutlined aria-hidden="true" />
          {messages.title}
          <span className="burning-count tabular hint">{messages.count(count)}</span>
          {open ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
        </button>
      </h2>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
        <div className="tasks-in-hand" tabIndex={0}>
          <OpenTasks onShowPlace={show} />
        </div>
      )}
    </section>
  );
}
