"""The eventsourcing library's own persistence test cases, against our recorders and factory."""

import tempfile
from pathlib import Path
from unittest import TestCase
from uuid import UUID, uuid4

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

from projections.store.database import Database
from projections.store.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteFactory,
    SQLiteProcessRecorder,
    SQLiteTrackingRecorder,
)


class OnFile(TestCase):
    """Streams are named by text, and each test has a database file of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = Database(f"sqlite:///{Path(folder.name) / 'log.db'}")
        self.addCleanup(self.database.close)

    def new_originator_id(self) -> UUID | str:
        return str(uuid4())


class InMemory(OnFile):
    def setUp(self) -> None:
        self.database = Database("sqlite://")
        self.addCleanup(self.database.close)


class TestAggregateRecorder(OnFile, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return SQLiteAggregateRecorder(self.database)


class TestApplicationRecorder(OnFile, ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return SQLiteApplicationRecorder(self.database)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestApplicationRecorderInMemory(InMemory, ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return SQLiteApplicationRecorder(self.database)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestTrackingRecorder(OnFile, TrackingRecorderTestCase):
    def create_recorder(self) -> TrackingRecorder:
        return SQLiteTrackingRecorder(self.database)


class TestProcessRecorder(OnFile, ProcessRecorderTestCase):
    def create_recorder(self) -> ProcessRecorder:
        return SQLiteProcessRecorder(self.database)


class TestProcessRecorderInMemory(InMemory, ProcessRecorderTestCase):
    def create_recorder(self) -> ProcessRecorder:
        return SQLiteProcessRecorder(self.database)


class TestNonInterleaving(OnFile, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> ApplicationRecorder:
        return SQLiteApplicationRecorder(self.database)


class FurtherTrackingRecorder(SQLiteTrackingRecorder):
    """What the factory is asked to make instead of its own."""


class TestFactory(InfrastructureFactoryTestCase[SQLiteFactory]):
    def setUp(self) -> None:
        self.env = Environment("TestCase")
        self.env[SQLiteFactory.PERSISTENCE_MODULE] = "projections.store.sqlite"
        self.env[SQLiteFactory.IRONCLAD_LOG] = "sqlite://"
        super().setUp()

    def expected_factory_class(self) -> type[SQLiteFactory]:
        return SQLiteFactory

    def expected_aggregate_recorder_class(self) -> type[AggregateRecorder]:
        return SQLiteAggregateRecorder

    def expected_application_recorder_class(self) -> type[ApplicationRecorder]:
        return SQLiteApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[TrackingRecorder]:
        return SQLiteTrackingRecorder

    def tracking_recorder_subclass(self) -> type[TrackingRecorder]:
        return FurtherTrackingRecorder

    def expected_process_recorder_class(self) -> type[ProcessRecorder]:
        return SQLiteProcessRecorder


# The library's cases are abstract: collected by themselves they could only fail to be made.
del (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    InfrastructureFactoryTestCase,
    NonInterleavingNotificationIDsBaseCase,
    OnFile,
    InMemory,
    ProcessRecorderTestCase,
    TrackingRecorderTestCase,
)
