"""The eventsourcing library's own persistence test cases, against our recorders and factory."""

import tempfile
from pathlib import Path
from unittest import TestCase
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    ProcessRecorder,
    TrackingRecorder,
)
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    InfrastructureFactoryTestCase,
    NonInterleavingNotificationIDsBaseCase,
    ProcessRecorderTestCase,
    TrackingRecorderTestCase,
)
from eventsourcing.utils import Environment

from ironclad.eventlog.store import persistence_module
from ironclad.eventlog.store.database import open_database
from ironclad.eventlog.store.postgresql import PostgreSQLFactory
from ironclad.eventlog.store.recorders import (
    StoreAggregateRecorder,
    StoreApplicationRecorder,
    StoreFactory,
    StoreProcessRecorder,
    StoreTrackingRecorder,
)
from ironclad.eventlog.store.sqlite import SQLiteFactory
from tests import postgresql


class OnFile(TestCase):
    """Streams are named by text, and each test has a database file of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = open_database(f"sqlite:///{Path(folder.name) / 'log.db'}")
        self.addCleanup(self.database.close)

    def new_originator_id(self) -> UUID | str:
        return str(uuid4())


class OnServer(OnFile):
    """Each test has a schema of its own."""

    def setUp(self) -> None:
        self.database = open_database(self.enterContext(postgresql.schema()))
        self.addCleanup(self.database.close)


class InMemory(OnFile):
    def setUp(self) -> None:
        self.database = open_database("sqlite://")
        self.addCleanup(self.database.close)


class TestAggregateRecorder(OnFile, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return StoreAggregateRecorder(self.database)


class TestApplicationRecorder(OnFile, ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.database)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestApplicationRecorderInMemory(InMemory, ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.database)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


@pytest.mark.full
class TestApplicationRecorderOnServer(OnServer, ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.database)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


@pytest.mark.full
class TestAggregateRecorderOnServer(OnServer, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return StoreAggregateRecorder(self.database)


@pytest.mark.full
class TestTrackingRecorderOnServer(OnServer, TrackingRecorderTestCase):
    def create_recorder(self) -> TrackingRecorder:
        return StoreTrackingRecorder(self.database)


@pytest.mark.full
class TestProcessRecorderOnServer(OnServer, ProcessRecorderTestCase):
    def create_recorder(self) -> ProcessRecorder:
        return StoreProcessRecorder(self.database)


@pytest.mark.full
class TestNonInterleavingOnServer(OnServer, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.database)


class TestTrackingRecorder(OnFile, TrackingRecorderTestCase):
    def create_recorder(self) -> TrackingRecorder:
        return StoreTrackingRecorder(self.database)


class TestProcessRecorder(OnFile, ProcessRecorderTestCase):
    def create_recorder(self) -> ProcessRecorder:
        return StoreProcessRecorder(self.database)


class TestProcessRecorderInMemory(InMemory, ProcessRecorderTestCase):
    def create_recorder(self) -> ProcessRecorder:
        return StoreProcessRecorder(self.database)


class TestNonInterleaving(OnFile, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.database)


class FurtherTrackingRecorder(StoreTrackingRecorder):
    """What the factory is asked to make instead of its own."""


class TestFactory(InfrastructureFactoryTestCase[StoreFactory]):
    def setUp(self) -> None:
        self.env = Environment("TestCase")
        self.env[StoreFactory.IRONCLAD_LOG] = url = self.store_url()
        self.env[StoreFactory.PERSISTENCE_MODULE] = persistence_module(url)
        super().setUp()

    def store_url(self) -> str:
        return "sqlite://"

    def expected_factory_class(self) -> type[StoreFactory]:
        return SQLiteFactory

    def expected_aggregate_recorder_class(self) -> type[AggregateRecorder]:
        return StoreAggregateRecorder

    def expected_application_recorder_class(self) -> type[ApplicationRecorder]:
        return StoreApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[TrackingRecorder]:
        return StoreTrackingRecorder

    def tracking_recorder_subclass(self) -> type[TrackingRecorder]:
        return FurtherTrackingRecorder

    def expected_process_recorder_class(self) -> type[ProcessRecorder]:
        return StoreProcessRecorder


@pytest.mark.full
class TestFactoryOnServer(TestFactory):
    def store_url(self) -> str:
        return self.enterContext(postgresql.schema())

    def expected_factory_class(self) -> type[StoreFactory]:
        return PostgreSQLFactory


# The library's cases are abstract: collected by themselves they could only fail to be made.
del (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    InfrastructureFactoryTestCase,
    NonInterleavingNotificationIDsBaseCase,
    OnFile,
    OnServer,
    InMemory,
    ProcessRecorderTestCase,
    TrackingRecorderTestCase,
)
