# Heddle in a container. The first stage builds from this checkout; the last holds what runs.
#
#   docker build -t heddle .
#   docker run --rm -v "$PWD":/work heddle check a.ptx b.ptx --entry k --block 256 --arg in:x:f32[256] --arg out:y:f32[256]
#   docker run --rm -v "$PWD":/work heddle verify suite.conf --out reports
#
# For spark-submit to a cluster that runs containers (driver/README.md, Where it runs):
#
#   docker build -t heddle-spark --target spark .
#   spark-submit … --conf spark.kubernetes.container.image=heddle-spark local:///opt/heddle/heddle.jar verify suite.conf
ARG JAVA_IMAGE=eclipse-temurin:17
ARG MAVEN_IMAGE=maven:3-eclipse-temurin-17
ARG SPARK_IMAGE=apache/spark:4.2.0

FROM ${MAVEN_IMAGE} AS build
WORKDIR /src
COPY . .
RUN mvn -B -ntp -Pquick -DskipTests package

FROM ${SPARK_IMAGE} AS spark
COPY --from=build /src/driver/target/heddle.jar /opt/heddle/heddle.jar

FROM ${JAVA_IMAGE}
WORKDIR /opt/heddle
COPY --from=build /src/bin bin
COPY --from=build /src/conf conf
COPY --from=build /src/datasets datasets
COPY --from=build /src/driver/target/heddle.jar driver/target/heddle.jar
COPY --from=build /src/driver/target/spark driver/target/spark
# The first run writes the archive of classes that makes every later start faster.
RUN bin/heddle check datasets/quickstart/softmax.ptx datasets/quickstart/softmax.ptx --entry softmax \
      --cand-entry online_softmax --block 4 --shared 16 --arg 'in:x:f32[4]' --arg 'out:y:f32[4]' --arg 4
WORKDIR /work
ENTRYPOINT ["/opt/heddle/bin/heddle"]
