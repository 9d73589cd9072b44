// Create or change a recurring patrol, with an adjacent map. If two officers edit at once, the second is shown what the first saved.

import { CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { PointField } from '@lookout/web/globe/PointField.tsx';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Revised } from '@lookout/web/shared/form/Revised.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, DatePicker, Form, Radio, TimePicker } from 'antd';
import { useState } from 'react';
import { useDispatchMessages } from '../parts/dispatch/messages.ts';
import { OrderFields, typedOrder } from '../parts/dispatch/OrderFields.tsx';
import { RangerPicker } from '../parts/dispatch/RangerPicker.tsx';
import { TemplateSelect } from '../parts/dispatch/TemplateSelect.tsx';
import { USUAL_MINUTES } from '../parts/dispatch/use-dispatch-form.tsx';
import { type ListedPatrolRule, MOST_PATROL_MINUTES, MOST_REPEAT_DAYS, type PatrolDraft, REPEAT_KINDS, WEEKDAYS } from '../patrol.ts';
import { MapBeside } from './MapBeside.tsx';
import { useTaskPageMessages } from './messages.ts';
import { fieldOf, firstTyped, nextOf, type PatrolPlace, patrolOf, type TypedPatrol, typedPatrol } from './patrol-form.ts';
import { PATROLS } from './patrol-texts.ts';
import { useRoute } from './use-route.ts';

const MOST_NAME = 64;

interface Props {
  /** null: create a new rule. */
  readonly rule: ListedPatrolRule | null;
  readonly onClose: () => void;
}

export function PatrolForm({ rule, onClose }: Props) {
  const { patrols: messages } = useTaskPageMessages();
  return (
    <MapBeside name={messages.title}>
      <PatrolFields rule={rule} onClose={onClose} />
    </MapBeside>
  );
}

/** The form without the map. */
export function PatrolFields({ rule, onClose }: Props) {
  const { patrols: messages, forms } = useTaskPageMessages();
  const { modal } = App.useApp();
  const { now } = useServices();
  const [form] = Form.useForm<TypedPatrol>();
  const [initial] = useState(() => (rule === null ? firstTyped(now(), USUAL_MINUTES) : typedPatrol(rule)));
  const [place, setPlace] = useState<PatrolPlace>(
    rule === null ? { position: null, route: null } : { position: rule.content.position, route: rule.content.route },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(rule?.content.members.map(({ userId }) => userId)));
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState(false);
  const { busy, resting, failed, theirs, forget, save } = useSave(rule, onClose);
  const typed = { ...initial, ...Form.useWatch([], form) } as TypedPatrol;
  const hasPlace = place.position !== null || place.route !== null;

  const submit = async () => {
    setTried(true);
    const fields = await form.validateFields().catch(() => null);
    if (fields === null || chosen.size === 0 || !hasPlace) return;
    const draft = patrolOf(fields, place, [...chosen]);
    if (draft === null) return;
    const faults = await save(draft);
    form.setFields(
      faults.flatMap(({ path, message }) => {
        const name = fieldOf(path);
        return name === null ? [] : [{ name, errors: [message] }];
      }),
    );
  };
  const leave = () => {
    if (!touched) return onClose();
    modal.confirm({ title: forms.leaveAsk, okText: forms.leave, cancelText: forms.stay, onOk: onClose });
  };
  const change = (next: Partial<PatrolPlace>) => {
    setPlace((before) => ({ ...before, ...next }));
    setTouched(true);
  };

  return (
    <>
      <header className="line">
        <h2>{rule === null ? messages.add : messages.edit(rule.content.name)}</h2>
        <Button onClick={leave}>{forms.cancel}</Button>
      </header>
      {theirs && (
        <Revised
          title={forms.revised(theirs.changedBy)}
          take={forms.take}
          keep={forms.keep}
          onTake={() => {
            form.setFieldsValue(typedPatrol(theirs));
            setPlace(theirs.content);
            setChosen(new Set(theirs.content.members.map(({ userId }) => userId)));
            forget();
          }}
          onKeep={forget}
        >
          {[theirs.content.name, theirs.content.timeOfDay, theirs.content.order.content].join(' · ')}
        </Revised>
      )}
      <div className="dispatch-columns dense-form">
        <Form<TypedPatrol>
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={busy}
          initialValues={initial}
          onValuesChange={() => setTouched(true)}
        >
          <Form.Item name="name" label={messages.name} rules={[{ required: true, whitespace: true, message: messages.needName }]}>
            <TextInput most={MOST_NAME} autoComplete="off" placeholder={messages.namePlaceholder} />
          </Form.Item>
          <Times repeat={typed.repeat} />
          <p className="second" role="status">
            {nextText(nextOf(typed, now()))}
          </p>
          <Place place={place} isMissing={tried && !hasPlace} onChange={change} />
          <TemplateSelect
            onChoose={(template) => {
              const durationMinutes = Math.min(template.durationMinutes, MOST_PATROL_MINUTES);
              form.setFieldsValue({ ...typedOrder(template), durationMinutes });
              setTouched(true);
            }}
          />
          <OrderFields />
        </Form>
        <RangerPicker
          position={place.position ?? place.route?.points[0] ?? null}
          chosen={chosen}
          disabled={busy}
          isMissing={tried && chosen.size === 0}
          onChange={(next) => {
            setChosen(next);
            setTouched(true);
          }}
        />
      </div>
      {failed !== null && theirs === null && <Alert type="error" showIcon role="alert" title={failed} />}
      <Foot count={chosen.size} busy={busy} disabled={busy || resting || theirs !== null} onSave={() => void submit()} />
    </>
  );

  function nextText(next: readonly Date[]): string {
    return next.length === 0 ? messages.noNext : messages.next(next.map((at) => formatTime(at).slice(0, 16)).join(marks().list));
  }
}

function Foot({
  count,
  busy,
  disabled,
  onSave,
}: {
  readonly count: number;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSave: () => void;
}) {
  const { forms } = useTaskPageMessages();
  const { chosen } = useDispatchMessages();
  return (
    <div className="dispatch-foot line">
      <span role="status">{chosen(count)}</span>
      <Button type="primary" disabled={disabled} aria-busy={busy} onClick={onSave}>
        {forms.save}
      </Button>
    </div>
  );
}

/** The days, the time and the duration. */
function Times({ repeat }: { readonly repeat: TypedPatrol['repeat'] }) {
  const { patrols: messages, forms } = useTaskPageMessages();
  return (
    <>
      <Form.Item name="repeat" label={messages.repeat}>
        <Radio.Group optionType="button" options={REPEAT_KINDS.map((value) => ({ value, label: messages.repeats[value] }))} />
      </Form.Item>
      {repeat === 'weekdays' && (
        <Form.Item name="weekdays" label={messages.weekdays} rules={[{ required: true, message: messages.needWeekdays }]}>
          <Checkbox.Group options={WEEKDAYS.map((value) => ({ value, label: messages.weekdayNames[value] }))} />
        </Form.Item>
      )}
      {repeat === 'every' && (
        <Form.Item name="everyDays" label={messages.everyDays} rules={[{ required: true, message: messages.needEveryDays }]}>
          <NumberInput min={1} max={MOST_REPEAT_DAYS} isWhole suffix={messages.days} style={{ width: 160 }} />
        </Form.Item>
      )}
      <div className="pair">
        <Form.Item name="beginDay" label={messages.beginDay} rules={[{ required: true, message: messages.needDay }]}>
          <DatePicker />
        </Form.Item>
        <Form.Item name="endDay" label={messages.endDay}>
          <DatePicker placeholder={messages.noEnd} />
        </Form.Item>
        <Form.Item name="timeOfDay" label={messages.timeOfDay} rules={[{ required: true, message: messages.needTime }]}>
          <TimePicker format="HH:mm" needConfirm={false} />
        </Form.Item>
        <Form.Item name="durationMinutes" label={messages.duration} rules={[{ required: true, message: messages.needDuration }]}>
          <NumberInput min={1} max={MOST_PATROL_MINUTES} isWhole suffix={forms.minutes} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="exceptDays" label={messages.exceptDays}>
        <DatePicker multiple maxTagCount="responsive" placeholder={messages.exceptPlaceholder} style={{ width: '100%' }} />
      </Form.Item>
    </>
  );
}

interface PlaceProps {
  readonly place: PatrolPlace;
  readonly isMissing: boolean;
  readonly onChange: (next: Partial<PatrolPlace>) => void;
}

/** The place of the patrol: a position, or a line or an area drawn on the map. */
function Place({ place: { position, route }, isMissing, onChange }: PlaceProps) {
  const { patrols: messages } = useTaskPageMessages();
  const { drawing, isReady, begin, stop } = useRoute(route, (drawn) => onChange({ route: drawn, position: drawn.points[0] ?? position }));
  return (
    <Form.Item
      label={messages.place}
      {...(isMissing && { validateStatus: 'error' as const, help: <span role="alert">{messages.needPlace}</span> })}
    >
      <PointField label={messages.place} value={position} onChange={(next) => onChange({ position: next })} />
      <div className="line task-draw">
        {drawing === null ? (
          <>
            <Button disabled={!isReady} onClick={() => begin('line')}>
              {messages.drawLine}
            </Button>
            <Button disabled={!isReady} onClick={() => begin('area')}>
              {messages.drawArea}
            </Button>
          </>
        ) : (
          <Button onClick={stop}>{messages.stopDrawing}</Button>
        )}
        {route && drawing === null && <Button onClick={() => onChange({ route: null })}>{messages.clearRoute}</Button>}
      </div>
      <p className="second" role="status">
        {drawing !== null ? messages.drawing : route === null ? messages.noRoute : messages.routeOf(route.kind, route.points.length)}
      </p>
    </Form.Item>
  );
}

// Saving. After a conflict, the officer is shown the current rule and keeps the typed input.

interface Save {
  readonly busy: boolean;
  readonly resting: boolean;
  readonly failed: string | null;
  /** The rule as another officer saved it meanwhile. */
  readonly theirs: ListedPatrolRule | null;
  /** Dismisses the conflict. The next attempt replaces the other officer's version. */
  readonly forget: () => void;
  /** @returns the faults by field */
  readonly save: (draft: PatrolDraft) => Promise<CallFailed['fields']>;
}

function useSave(rule: ListedPatrolRule | null, onSaved: () => void): Save {
  const { forms } = useTaskPageMessages();
  const { message } = App.useApp();
  const client = useClient();
  const queries = useQueryClient();
  const [stored, setCurrent] = useState(rule);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<ListedPatrolRule | null>(null);
  const rest = useSubmitRest();
  const save = async (content: PatrolDraft): Promise<CallFailed['fields']> => {
    if (busy || !rest.begin()) return [];
    setBusy(true);
    setFailed(null);
    try {
      if (stored === null) await client.task.createPatrol({ body: { content }, silent: true });
      else await client.task.revisePatrol({ params: { id: stored.id }, body: { revision: stored.revision, content }, silent: true });
      void message.success(forms.saved);
      onSaved();
      return [];
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const current = error.data as Partial<ListedPatrolRule> | null;
      if (stored !== null && current?.id === stored.id && current.state !== 'ended') setTheirs(current as ListedPatrolRule);
      const why = isLineLost(error)
        ? forms.noAnswer
        : [error.message, ...error.fields.map((field) => field.message)].join(marks().semicolon);
      setFailed(`${forms.failed}${marks().brackets(why)}`);
      return error.fields;
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: [PATROLS] });
    }
  };
  const forget = () => {
    setCurrent(theirs);
    setTheirs(null);
    setFailed(null);
  };
  return { busy, resting: rest.resting, failed, theirs, forget, save };
}
