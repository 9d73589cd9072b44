// Create or change a resource next to the map, on which its position is picked.

import type { CallFailed } from '@lookout/client';
import type { Named } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { type MapPoint, PointField } from '@lookout/web/globe/PointField.tsx';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Revised } from '@lookout/web/shared/form/Revised.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { PhotosField } from '@lookout/web/shared/photos/PhotosField.tsx';
import { uploadPhotos, usePhotos } from '@lookout/web/shared/photos/photos.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { Alert, App, Button, Form, Select } from 'antd';
import { useState } from 'react';
import type { ResourceKind } from '../resource.ts';
import { RESOURCE_FIELDS, type RegisteredResource } from '../resource-care.ts';
import { useResourcesMessages } from './messages.ts';

type Kept = Named<RegisteredResource>;
type Text = string | null | undefined;

/** Named as in the call, so that the server's faults are shown at their fields. */
interface Fields {
  readonly kind: ResourceKind;
  readonly code: string;
  readonly name: string;
  readonly position: MapPoint | null;
  readonly heightMetres?: number | null;
  readonly online: 'online' | 'offline' | 'unknown';
  readonly districtName?: Text;
  readonly streetName?: Text;
  readonly leaderName?: Text;
  readonly leaderPhone?: Text;
  readonly rangeMetres?: number | null;
  readonly horizontalAngleDegrees?: number | null;
  readonly description?: Text;
  readonly attributes?: Readonly<Record<string, string | number | null | undefined>>;
}

const fieldsOf = (resource: Kept): Fields => ({
  kind: resource.kind,
  code: resource.code,
  name: resource.name,
  position: resource.position,
  heightMetres: resource.heightMetres,
  online: resource.online === null ? 'unknown' : resource.online ? 'online' : 'offline',
  districtName: resource.districtName,
  streetName: resource.streetName,
  leaderName: resource.leaderName,
  leaderPhone: resource.leaderPhone,
  rangeMetres: resource.rangeMetres,
  horizontalAngleDegrees: resource.horizontalAngleDegrees,
  description: resource.description,
  attributes: resource.attributes,
});

const ONLINE = { online: true, offline: false, unknown: null } as const;

/** @param kept attributes other than the fields of the kind, which the form does not show */
const bodyOf = ({ name, online, attributes = {}, ...rest }: Fields, at: MapPoint, kept: Kept['attributes']) => ({
  name,
  position: { lng: at.lng, lat: at.lat },
  heightMetres: rest.heightMetres ?? null,
  online: ONLINE[online],
  districtName: rest.districtName ?? null,
  streetName: rest.streetName ?? null,
  leaderName: rest.leaderName ?? null,
  leaderPhone: rest.leaderPhone ?? null,
  rangeMetres: rest.rangeMetres ?? null,
  horizontalAngleDegrees: rest.horizontalAngleDegrees ?? null,
  description: rest.description ?? null,
  attributes: Object.fromEntries(
    Object.entries({ ...kept, ...attributes }).flatMap(([key, value]) =>
      value === null || value === undefined || value === '' ? [] : [[key, value]],
    ),
  ) as Record<string, string | number>,
});

const POSITION_PATHS: Readonly<Record<string, string>> = { 'position.lng': 'position', 'position.lat': 'position' };
/** `attributes.人数` is the field `['attributes', '人数']`. */
const pathOf = (path: string) => {
  const name = POSITION_PATHS[path] ?? path;
  return name.startsWith('attributes.') ? ['attributes', name.slice('attributes.'.length)] : [name];
};

interface Props {
  readonly kinds: readonly ResourceKind[];
  /** null: a new resource. */
  readonly resource: Kept | null;
  readonly onClose: (isSaved: boolean) => void;
}

export function ResourceForm({ kinds, resource, onClose }: Props) {
  const messages = useResourcesMessages();
  const { near } = useGlobeMessages();
  const client = useClient();
  const { modal } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [current, setCurrent] = useState(resource);
  /** What another officer saved in the meantime. */
  const [theirs, setTheirs] = useState<Kept | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [keptPhotos, setKeptPhotos] = useState<readonly string[]>(resource?.photos ?? []);
  const { photos, setPhotos, markUploaded, forgetUploads } = usePhotos();
  const { form: words } = messages;
  const theirsIn = ({ data }: CallFailed): Kept | null =>
    current !== null && (data as Partial<Kept> | null)?.version !== undefined ? (data as Kept) : null;
  const sending = useSend({
    rests: true,
    failure: (error) => (theirsIn(error) === null ? messages.failed(error.message) : null),
    onRefused: (error) => {
      setTheirs(theirsIn(error));
      // The next attempt sends the photos again.
      if (error.fields.some(({ path }) => path === 'photos')) forgetUploads();
      form.setFields(error.fields.map(({ path, message: fault }) => ({ name: pathOf(path) as never, errors: [fault] })));
    },
  });
  const { isBusy, isResting, failed } = sending;
  const initial: Partial<Fields> =
    resource === null ? { ...(kinds.length === 1 && { kind: kinds[0] as ResourceKind }), online: 'unknown' } : fieldsOf(resource);
  const kind = Form.useWatch('kind', form) ?? initial.kind;

  const save = (fields: Fields) => {
    const { position } = fields;
    if (position === null) return;
    return sending.send(async () => {
      const added = await uploadPhotos(client, photos, { onUploaded: markUploaded }, { silent: true });
      const body = { ...bodyOf(fields, position, current?.attributes ?? {}), photos: [...keptPhotos, ...added] };
      if (current === null) await client.resource.createResource({ body: { ...body, kind: fields.kind, code: fields.code }, silent: true });
      else await client.resource.updateResource({ params: { id: current.id }, body: { ...body, version: current.version }, silent: true });
      onClose(true);
    }, words.saved);
  };
  /** The next request replaces what the other officer saved. */
  const keep = () => {
    setCurrent(theirs);
    setTheirs(null);
  };
  const leave = () => {
    if (!isTouched && photos.length === 0 && keptPhotos.length === (resource?.photos.length ?? 0)) return onClose(false);
    modal.confirm({
      title: words.leaveAsk,
      okText: words.leave,
      cancelText: words.stay,
      okButtonProps: { danger: true },
      onOk: () => onClose(false),
    });
  };

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      onValuesChange={() => setTouched(true)}
      onFinish={(fields) => void save(fields)}
      aria-label={resource === null ? messages.add : words.update(resource.name)}
    >
      <h2>{resource === null ? words.create(kind ? near.kindNames[kind] : '') : words.update(resource.name)}</h2>
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
      {theirs && (
        <Revised
          title={words.revised(theirs.changedBy)}
          take={words.take}
          keep={words.keep}
          onTake={() => {
            form.setFieldsValue(fieldsOf(theirs));
            setKeptPhotos(theirs.photos);
            keep();
          }}
          onKeep={keep}
        >
          {words.theirs}
          {': '}
          {[theirs.name, decimalText(theirs.position), theirs.leaderName, theirs.leaderPhone].filter(Boolean).join(' · ')}
        </Revised>
      )}
      <div className="resources-fields">
        <Form.Item name="kind" label={words.kind} rules={chosen(words.rules.kind)}>
          <Select
            disabled={resource !== null || kinds.length === 1}
            options={kinds.map((value) => ({ value, label: near.kindNames[value] }))}
          />
        </Form.Item>
        <Form.Item name="code" label={words.code} rules={needed(words.rules.code)}>
          <TextInput most={64} autoComplete="off" disabled={resource !== null} />
        </Form.Item>
        <Form.Item className="resources-wide" name="name" label={words.name} rules={needed(words.rules.name)}>
          <TextInput most={64} autoComplete="off" />
        </Form.Item>
        <Form.Item
          className="resources-wide"
          name="position"
          label={words.position}
          extra={words.positionHint}
          rules={chosen(words.rules.position)}
        >
          <PointField label={words.position} />
        </Form.Item>
        <Form.Item name="heightMetres" label={words.height}>
          <NumberInput min={-500} max={9000} />
        </Form.Item>
        <Form.Item name="online" label={words.online}>
          <Select options={(['online', 'offline', 'unknown'] as const).map((value) => ({ value, label: words.onlineStates[value] }))} />
        </Form.Item>
        {kind !== undefined && (
          <>
            <h3 className="resources-wide">{words.own}</h3>
            {RESOURCE_FIELDS[kind].map((field) => (
              <Form.Item key={field.name} name={['attributes', field.name]} label={messages.fieldOf(field)}>
                {field.type === 'text' ? <TextInput most={200} /> : <NumberInput min={0} isWhole={field.type === 'count'} />}
              </Form.Item>
            ))}
          </>
        )}
        <Form.Item name="leaderName" label={words.leader}>
          <TextInput most={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name="leaderPhone" label={words.phone}>
          <TextInput most={32} autoComplete="off" />
        </Form.Item>
        <Form.Item name="districtName" label={words.district}>
          <TextInput most={64} />
        </Form.Item>
        <Form.Item name="streetName" label={words.street}>
          <TextInput most={64} />
        </Form.Item>
        <Form.Item name="rangeMetres" label={words.range}>
          <NumberInput min={0} max={100_000} />
        </Form.Item>
        <Form.Item name="horizontalAngleDegrees" label={words.angle}>
          <NumberInput min={-360} max={360} />
        </Form.Item>
        <Form.Item className="resources-wide" name="description" label={words.description}>
          <TextArea rows={3} most={500} showCount />
        </Form.Item>
        <Form.Item className="resources-wide" label={words.photos}>
          <PhotosField stored={keptPhotos} onStored={setKeptPhotos} photos={photos} onPhotos={setPhotos} disabled={isBusy} />
        </Form.Item>
      </div>
      <div className="form-buttons">
        <Button onClick={leave}>{words.cancel}</Button>
        <Button type="primary" htmlType="submit" disabled={isResting || theirs !== null} aria-busy={isBusy}>
          {isBusy ? words.saving : words.save}
        </Button>
      </div>
    </Form>
  );
}
